/** What to do after the tests of the running file, by name, so that it is done once. */
export const atEndOfFile = new Map<string, () => Promise<void>>();
