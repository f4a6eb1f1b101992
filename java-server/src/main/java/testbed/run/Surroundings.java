package testbed.run;

import java.util.List;

/** What is read before and after a phase, and never between: the canary, and the counters of kernel and JVM. */
final class Surroundings {
    private final Pauses pauses = new Pauses();
    private Jit jitBefore;
    private Cpu.Counters cpuBefore;
    private long canaryBefore;
    private Cpu cpu;
    private Jit jit;
    private Memory memory;

    /** As the phase is about to begin; on the run's thread. */
    void before() {
        canaryBefore = Canary.ns();
        Memory.resetPeak();
        jitBefore = Jit.now();
        cpuBefore = Cpu.Counters.now();
        pauses.begin();
    }

    /** As the phase has just ended; on the run's thread. */
    void after() {
        pauses.end();
        Cpu.Counters cpuAfter = Cpu.Counters.now();
        jit = Jit.between(jitBefore, Jit.now());
        memory = Memory.peak();
        cpu = Cpu.between(cpuBefore, cpuAfter, canaryBefore, Canary.ns());
    }

    Pauses pauses() {
        return pauses;
    }

    Cpu cpu() {
        return cpu;
    }

    Jit jit() {
        return jit;
    }

    Memory memory() {
        return memory;
    }

    /** @param compiles whether compilation is what the phase is there for */
    List<Noise.Rule> noise(boolean compiles, double wallMs) {
        return Noise.judge(cpu, compiles ? null : jit, wallMs);
    }
}
