import { useActing } from '../acting.js';
import { commandIn } from './command-text.js';

/** A command that goes into the message box when it is pressed. */
export function CommandMention({ name }: { name: string }) {
  const { draftCommand } = useActing();
  return (
    <button type="button" class="mention" onClick={() => draftCommand({ command: name })}>
      /{name}
    </button>
  );
}

/** Text that begins like a command: a mention if this member has such a command here, otherwise plain text. */
export function SlashText({ text }: { text: string }) {
  const { commands } = useActing();
  const found = commands.length > 0 ? commandIn(commands, text) : likelyCommand(text);
  if (!found) return <>{text}</>;
  return (
    <>
      <CommandMention name={found.name} />
      {found.rest}
    </>
  );
}

/** Code that is exactly a command is a mention too: bots write commands like that. */
export function Code({ text }: { text: string }) {
  const { commands } = useActing();
  const found = commands.length > 0 ? commandIn(commands, text.trim()) : likelyCommand(text.trim());
  return found && found.rest === '' ? <CommandMention name={found.name} /> : <code>{text}</code>;
}

/** Until the commands are loaded, so that the text does not move when they are. */
function likelyCommand(text: string): { name: string; rest: string } | undefined {
  const [, name, rest = ''] = /^\/(\p{L}[\p{L}\p{N}_-]*)(.*)$/u.exec(text) ?? [];
  return name === undefined ? undefined : { name, rest };
}
