import type { Translate } from '../copy/texts.js';

/** A picture of a message; a spoiler is blurred until revealed. */
export type ShownPicture = { url: string; alt: string; spoiler: boolean };

export type PictureActions = { scan(what: { image_url: string }): void; t: Translate };
