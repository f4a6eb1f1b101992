package testbed.measure;

import java.util.List;

/** What is read before and after a phase, and never between: the canary, and the counters of kernel and JVM. */
public final class Surroundings {
    private final Pauses pauses = new Pauses();
    private Jit jitBefore;
    private Cpu.Counters cpuBefore;
    private long canaryBefore;
    private Cpu cpu;
    private Jit jit;
    private Memory memory;
    private Reclaim reclaim;

    /** As the phase is about to begin; on the run's thread. */
    public void before() {
        canaryBefore = Canary.ns();
        Memory.resetPeak();
        jitBefore = Jit.now();
        cpuBefore = Cpu.Counters.now();
        pauses.begin();
    }

    /** As the phase has just ended; on the run's thread. */
    public void after() {
        pauses.end();
        Cpu.Counters cpuAfter = Cpu.Counters.now();
        jit = Jit.between(jitBefore, Jit.now());
        memory = Memory.peak();
        cpu = Cpu.between(cpuBefore, cpuAfter, canaryBefore, Canary.ns());
        reclaim = pauses.reclaim();
    }

    /** The same of a phase that several threads parsed: what is the run's thread's above is theirs, each of which met every pause. */
    public void after(List<Cpu> cpus, List<Reclaim> reclaims) {
        after();
        cpu = cpu.over(cpus);
        reclaim = reclaim.over(reclaims);
    }

    /** The collector's pauses, which are looked for in windows meanwhile. */
    public Pauses pauses() {
        return pauses;
    }

    /** What the CPUs did between the two readings. */
    public Cpu cpu() {
        return cpu;
    }

    /** The collector's pauses between them. */
    public Reclaim reclaim() {
        return reclaim;
    }

    /** What was compiled between them; null where nothing is. */
    public Jit jit() {
        return jit;
    }

    /** The peak between them. */
    public Memory memory() {
        return memory;
    }
}
