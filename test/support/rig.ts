/** What a rig is made with where nobody looks at its picture and nothing depends on how fine it is. */
export const quick = { previewSize: 64, parameters: { detail: 'low' } } as const;
