/** A PDF of one font, with these lines on each page. */
export function pdfOf(...pages: string[][]): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ');
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const [at, lines] of pages.entries()) {
    const stream = `BT /F1 12 Tf 72 720 Td ${lines.map((line) => `(${line}) Tj 0 -14 Td`).join(' ')} ET`;
    const resources = '/Resources << /Font << /F1 3 0 R >> >>';
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${5 + at * 2} 0 R >>`);
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((one) => `${one} 00000 n \n`).join('')}`;
  return Buffer.from(
    `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`,
  );
}
