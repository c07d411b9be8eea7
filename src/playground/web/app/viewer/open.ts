import type { Translate } from '../copy/texts.js';
import type { ChatFile } from './file.js';
import type { PictureActions } from './picture.js';

/** Opens a GLB in the 3D viewer. `onPoster` gets an image address of its last view. */
export async function openModel(
  file: ChatFile,
  onPoster: (poster: string) => void,
  t: Translate,
): Promise<void> {
  const { showModel } = await import('./model-viewer.js');
  showModel(file, onPoster, t);
}

/**
 * Opens a picture in the lightbox together with the other pictures of its message: every `img[data-picture]` there.
 * `data-picture` is the address of the original.
 */
export async function openPicture(image: HTMLElement, actions: PictureActions): Promise<void> {
  const around = image.closest('[data-message]') ?? image.parentElement ?? image;
  const images = [...around.querySelectorAll<HTMLImageElement>('img[data-picture]')];
  const { showPictures } = await import('./lightbox.js');
  const pictures = images.map((each) => ({
    url: each.dataset.picture ?? each.src,
    alt: each.alt,
    spoiler: each.closest('.hidden') !== null,
  }));
  showPictures(pictures, Math.max(images.indexOf(image as HTMLImageElement), 0), actions);
}
