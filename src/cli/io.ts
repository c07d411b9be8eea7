/** Output streams of a verb: results go to standard output, everything else to standard error. */
export type Io = {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  /** Answers to questions; default the standard input of the process. */
  stdin?: NodeJS.ReadableStream;
};
