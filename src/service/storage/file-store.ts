/** How a stored file is offered for download. */
export type FileOffer = {
  name: string;
  contentType: string;
  disposition: 'attachment' | 'inline';
  seconds: number;
};

/** Where files are kept, by keys such as `ab/abcd…`: a local folder or a bucket. A file is whole or missing. */
export type FileStore = {
  /** Resolves when the bytes would survive a power failure. Writing the same key again replaces the file. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  /** Size in bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  /** Null when there is no such file. */
  read(key: string): Promise<Buffer | null>;
  /** Removes a file; a missing file is not an error. */
  remove(key: string): Promise<void>;
  /** The keys of all files, in any order. */
  list(): AsyncIterable<string>;
  /** An address that serves the file without a session; null when this process has to serve it. */
  link(key: string, offer: FileOffer): Promise<string | null>;
};
