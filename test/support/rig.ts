/** The cheapest rig options, for tests that do not look at the picture or the detail. */
export const quick = { previewSize: 64, parameters: { detail: 'low' } } as const;
