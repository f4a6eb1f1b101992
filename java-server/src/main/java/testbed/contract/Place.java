package testbed.contract;

/**
 * Where a run failed.
 *
 * @param completed measured objects that were received, parsed and found right
 * @param request which request of the phase, from 0
 */
public record Place(long completed, int request, PhaseName phase) {}
