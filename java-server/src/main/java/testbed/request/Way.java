package testbed.request;

import testbed.contract.Code;

/** What happens to a run's objects: whence they come, or whither they go. */
public sealed interface Way permits Supply, Pushed, Written, Delivery {
    /** The code of a run that took longer than its amount allows. */
    default Code timeout() {
        return Code.PROVIDER_TIMEOUT;
    }
}
