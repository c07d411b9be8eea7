/** A command put into the composer, ready to be completed and sent. */
export type Draft = {
  command: string;
  applicationId?: string;
  values?: Record<string, string>;
};
