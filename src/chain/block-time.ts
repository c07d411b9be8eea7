/** Block times are whole seconds, estimated by the validators, and clocks differ a little. */
export const blockTimeSkewMs = 60_000;

/** Whether a transaction can belong to a request made at `since`. Times in ms. */
export const isNoOlder = (paidAt: number, since: number): boolean => paidAt >= since - blockTimeSkewMs;
