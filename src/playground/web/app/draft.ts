/** A command in the composer, ready to be filled in and sent. */
export type CommandDraft = {
  command: string;
  applicationId?: string;
  values?: Record<string, string>;
};
