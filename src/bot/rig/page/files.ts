import { element, reveal } from '../../web/page/dom.js';
import { PostRefused } from '../../web/page/post.js';
import { complain, tell } from '../../web/page/status.js';
import type { RigView } from '../view.js';
import { arWay, sceneViewerLink } from './ar.js';
import { toggle } from './buttons.js';
import { untilReady } from './waiting.js';
import { ask, t, token } from './wire.js';

/** @throws PostRefused */
export async function fetchFile(format: string): Promise<Blob> {
  const response = await untilReady(() =>
    fetch('/rig/api/model', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': t.locale,
      },
      body: JSON.stringify({ token, format }),
    }),
  );
  if (response.status === 200) return response.blob();
  const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
  throw new PostRefused(detail ?? t('rig.page.error.model'), '', response.status);
}

export function saveUnder(link: HTMLAnchorElement, file: Blob, name: string): void {
  link.href = URL.createObjectURL(file);
  link.download = name;
}

/** Runs a request of a button, and says how it went. */
async function run(message: string, act: () => Promise<void>): Promise<void> {
  tell(message);
  try {
    await act();
    tell('');
  } catch (error) {
    complain(error instanceof PostRefused ? error.message : t('rig.page.error.unclear'));
  }
}

/** A button for each format; the file is made at the first press. */
export function offerFormats({ formats, fileName }: RigView): void {
  const save = (format: string) =>
    run(t('rig.page.making', { format: format.toUpperCase() }), async () => {
      const link = document.createElement('a');
      saveUnder(link, await fetchFile(format), fileName.replace(/glb$/, format));
      link.click();
    });
  const buttons = formats.map((format) => toggle(format.toUpperCase(), () => void save(format)));
  element('formats').append(...buttons);
  reveal('more', formats.length > 0);
}

/** A button that shows the character in the room, on devices that can. */
export function offerAr({ formats, isPublic, fileName }: RigView): void {
  const hasQuickLook = document.createElement('a').relList.supports('ar');
  const { userAgent } = navigator;
  const way = arWay({ hasUsdz: formats.includes('usdz'), isPublic }, { hasQuickLook, userAgent });
  reveal('ar', way !== null);
  const show = async () => {
    if (way === 'scene-viewer') {
      const { url } = await ask<{ url: string }>('link');
      location.href = sceneViewerLink(url, document.title, location.href);
      return;
    }
    const link = document.createElement('a');
    link.rel = 'ar';
    // Quick Look opens only links around a picture.
    link.append(document.createElement('img'));
    saveUnder(link, await fetchFile('usdz'), fileName.replace(/glb$/, 'usdz'));
    link.click();
  };
  element('ar').addEventListener('click', () => void run(t('rig.page.making', { format: 'AR' }), show));
}
