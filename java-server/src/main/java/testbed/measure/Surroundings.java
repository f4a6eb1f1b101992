package testbed.measure;

/** What is read before and after a phase, and never between: the canary, and the counters of kernel and JVM. */
public final class Surroundings {
    private final Pauses pauses = new Pauses();
    private Jit jitBefore;
    private Cpu.Counters cpuBefore;
    private long canaryBefore;
    private Cpu cpu;
    private Jit jit;
    private Memory memory;

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
    }

    /** The collector's pauses, which are looked for in windows meanwhile. */
    public Pauses pauses() {
        return pauses;
    }

    /** What the CPUs did between the two readings. */
    public Cpu cpu() {
        return cpu;
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
