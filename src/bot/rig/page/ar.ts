/**
 * How a device shows a model in the room: Quick Look of iPhones and iPads takes a USDZ, Scene Viewer of Android the
 * address of a GLB.
 */
export type ArWay = 'quick-look' | 'scene-viewer';

type Device = {
  /** Whether links may open Quick Look. */
  hasQuickLook: boolean;
  userAgent: string;
};

/** @param isPublic whether the GLB has an address that other programs can read */
export function arWay(
  { hasUsdz, isPublic }: { hasUsdz: boolean; isPublic: boolean },
  { hasQuickLook, userAgent }: Device,
): ArWay | null {
  if (hasQuickLook) return hasUsdz ? 'quick-look' : null;
  return isPublic && /android/i.test(userAgent) ? 'scene-viewer' : null;
}

/** @see https://developers.google.com/ar/develop/scene-viewer @param page where the browser returns without Scene Viewer */
export function sceneViewerLink(modelUrl: string, title: string, page: string): string {
  const query = new URLSearchParams({ file: modelUrl, mode: 'ar_preferred', title });
  const intent = [
    'scheme=https',
    'package=com.google.android.googlequicksearchbox',
    'action=android.intent.action.VIEW',
    `S.browser_fallback_url=${encodeURIComponent(page)}`,
  ];
  return `intent://arvr.google.com/scene-viewer/1.0?${query}#Intent;${intent.join(';')};end;`;
}
