package testbed.request;

import testbed.contract.Code;

/** Where a run's bodies come from, or where what it writes goes. */
public sealed interface Way permits Supply, Pushed, Written, Delivery {
    /** The word of the server's log. */
    String word();

    /** The code of a run that took longer than its amount allows. */
    default Code timeout() {
        return Code.PROVIDER_TIMEOUT;
    }
}
