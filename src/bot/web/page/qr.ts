import encodeQR from 'qr';

const namespace = 'http://www.w3.org/2000/svg';
const quietZone = 4; // modules, ISO/IEC 18004 section 5.3.8

/** A QR code as SVG. @param name for screen readers */
export function qrPicture(text: string, name: string): SVGSVGElement {
  const matrix = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const picture = document.createElementNS(namespace, 'svg');
  picture.setAttribute('viewBox', `0 0 ${matrix.length} ${matrix.length}`);
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', name);
  picture.setAttribute('shape-rendering', 'crispEdges');
  const dark = document.createElementNS(namespace, 'path');
  const squares = matrix.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  dark.setAttribute('d', squares.join(''));
  picture.append(dark);
  return picture;
}
