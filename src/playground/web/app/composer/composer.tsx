import type { CommandDraft } from '../draft.js';
import type { Late } from '../late.js';
import { Writing, type WritingProps } from './writing.js';

type Props = Omit<WritingProps, 'start'> & { draft: CommandDraft | null; late: Late | null };

/** The bottom line: writes a message, or picks and fills in a command. */
export function Composer(props: Props) {
  const { commands, draft, onDraft, late } = props;
  const command =
    draft &&
    commands.find(
      ({ name, kind, application_id }) =>
        kind === 'slash' &&
        name === draft.command &&
        (!draft.applicationId || application_id === draft.applicationId),
    );
  if (command && draft && late)
    return (
      <late.CommandLine
        key={command.id + command.name}
        command={command}
        draft={draft}
        onClose={() => onDraft(null)}
      />
    );
  return <Writing {...props} start={draft && !command && commands.length > 0 ? `/${draft.command}` : null} />;
}
