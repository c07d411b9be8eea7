import { useEffect, useState } from 'preact/hooks';
import type { SeenCommand } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { channelOptions, memberOptions, type Option, roleOptions } from '../surface/option.js';
import type { CommandOption, OptionEntry } from './option-value.js';

const PAUSE_MS = 180;
const MOST = 25;

/** Suggestions for an option: its choices, people, roles and channels, or the application's autocomplete. */
export function useSuggestions(
  command: SeenCommand,
  option: CommandOption | undefined,
  entry: OptionEntry | undefined,
  others: () => Record<string, string | number | boolean>,
): { options: Option[]; loading: boolean } {
  const fixed = useFixed(option);
  const typed = entry?.value === undefined ? (entry?.text ?? '') : '';
  const asked = useAsked(command, option, typed, others);
  if (!option) return { options: [], loading: false };
  if (option.autocomplete) return asked;
  const wanted = typed.toLowerCase().replace(/^[@#]/, '').trim();
  const fits = ({ label }: Option) => label.toLowerCase().includes(wanted);
  return { options: fixed.filter(fits).slice(0, MOST), loading: false };
}

function useFixed(option: CommandOption | undefined): Option[] {
  const { t, world, channels } = useActing();
  switch (option?.kind) {
    case 'boolean':
      return [
        { value: 'true', label: t('playground.composer.true') },
        { value: 'false', label: t('playground.composer.false') },
      ];
    case 'user':
      return memberOptions(world);
    case 'role':
      return roleOptions(world);
    case 'mentionable':
      return [...memberOptions(world), ...roleOptions(world)];
    case 'channel':
      return channelOptions(channels);
    default:
      return (option?.choices ?? []).map(({ name, value }) => ({ value: String(value), label: name }));
  }
}

/** Debounced autocomplete requests to the application. */
function useAsked(
  command: SeenCommand,
  option: CommandOption | undefined,
  typed: string,
  others: () => Record<string, string | number | boolean>,
): { options: Option[]; loading: boolean } {
  const { person, channel } = useActing();
  const [state, setState] = useState<{ options: Option[]; loading: boolean }>({
    options: [],
    loading: false,
  });
  const name = option?.autocomplete ? option.name : undefined;
  useEffect(() => {
    if (name === undefined) return undefined;
    let current = true;
    setState(({ options }) => ({ options, loading: true }));
    const timer = setTimeout(async () => {
      const how = { channel: channel?.id, options: others() };
      const found = await person.autocompletes(command.name, name, typed, how).catch(() => []);
      const options = found.map((choice) => ({ value: String(choice.value), label: choice.name }));
      if (current) setState({ options, loading: false });
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [name, typed]);
  return state;
}
