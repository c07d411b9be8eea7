import { crc32 } from 'node:zlib';

/** Every file of a USDZ begins at a multiple of this, so that readers map it into memory. */
const alignment = 64;
const localHeaderBytes = 30;
const entryBytes = 46;
const endBytes = 22;
/** 1 January 1980, the earliest date of a ZIP: the same model always gives the same bytes. */
const date = 0x21;
/** Version 1.0: stored files only. */
const version = 10;

export type ArchivedFile = { name: string; bytes: Uint8Array };

/** A ZIP as USDZ needs it: files are stored without compression, each at a multiple of 64 bytes. */
export function packUsdz(files: readonly ArchivedFile[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const entries: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const label = new TextEncoder().encode(name);
    const padding = paddingAt(at + localHeaderBytes + label.length);
    const about = describe(bytes, label.length);
    const header = new Uint8Array(localHeaderBytes + label.length + padding);
    const view = new DataView(header.buffer);
    view.setUint32(0, 0x04034b50, true);
    about(view, 4);
    view.setUint16(28, padding, true);
    header.set(label, localHeaderBytes);
    if (padding > 0) describePadding(view, localHeaderBytes + label.length, padding);
    entries.push(entryOf(about, label, at));
    parts.push(header, bytes);
    at += header.length + bytes.length;
  }
  const directory = entries.reduce((sum, { length }) => sum + length, 0);
  return new Uint8Array(Buffer.concat([...parts, ...entries, endOf(files.length, directory, at)]));
}

/** Bytes of an extra field that move the content to the next multiple; a field needs at least four. */
function paddingAt(place: number): number {
  const missing = (alignment - (place % alignment)) % alignment;
  return missing === 0 || missing >= 4 ? missing : missing + alignment;
}

/** An extra field of the kind 0x1986, which readers skip. */
function describePadding(view: DataView, at: number, padding: number): void {
  view.setUint16(at, 0x1986, true);
  view.setUint16(at + 2, padding - 4, true);
}

/** Writes the 24 bytes that the header of a file and its entry in the directory share. */
function describe(bytes: Uint8Array, labelLength: number) {
  const [sum, { length }] = [crc32(bytes), bytes];
  return (view: DataView, at: number): void => {
    view.setUint16(at, version, true);
    view.setUint16(at + 8, date, true);
    view.setUint32(at + 10, sum, true);
    view.setUint32(at + 14, length, true);
    view.setUint32(at + 18, length, true);
    view.setUint16(at + 22, labelLength, true);
  };
}

function entryOf(about: (view: DataView, at: number) => void, label: Uint8Array, place: number): Uint8Array {
  const entry = new Uint8Array(entryBytes + label.length);
  const view = new DataView(entry.buffer);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, version, true);
  about(view, 6);
  view.setUint32(42, place, true);
  entry.set(label, entryBytes);
  return entry;
}

function endOf(count: number, directoryBytes: number, directoryAt: number): Uint8Array {
  const end = new Uint8Array(endBytes);
  const view = new DataView(end.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, directoryBytes, true);
  view.setUint32(16, directoryAt, true);
  return end;
}
