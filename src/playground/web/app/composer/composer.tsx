import type { Draft } from '../draft.js';
import { CommandLine } from './command-line.js';
import { Writing, type WritingProps } from './writing.js';

type Props = WritingProps & { draft: Draft | null };

/** The bottom line: writes a message, or picks and fills in a command. */
export function Composer(props: Props) {
  const { commands, draft, onDraft } = props;
  const command =
    draft &&
    commands.find(
      ({ name, kind, application_id }) =>
        kind === 'slash' &&
        name === draft.command &&
        (!draft.applicationId || application_id === draft.applicationId),
    );
  if (command && draft)
    return (
      <CommandLine
        key={command.id + command.name}
        command={command}
        draft={draft}
        onClose={() => onDraft(null)}
      />
    );
  return <Writing {...props} />;
}
