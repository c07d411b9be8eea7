import { useEffect } from 'preact/hooks';
import type { SeenChannel, SeenWorld } from '../../actor/client.js';
import { setPageLocale } from './copy/locale.js';
import { languageOf } from './copy/texts.js';

/** What a view does to the page around it. */

/** The browser's history lists views by the title of the page. */
export function useTitle(channel: SeenChannel | undefined, { guild }: SeenWorld): void {
  useEffect(() => {
    if (!channel) return;
    document.title = `${channel.kind === 'text' ? '#' : ''}${channel.name} · ${guild.name}`;
  }, [channel?.name, guild.name]);
}

/** Numbers and times follow the member's language at once, screen readers after the view is drawn. */
export function usePageLanguage(locale: string): void {
  setPageLocale(locale);
  useEffect(() => {
    document.documentElement.lang = languageOf(locale);
  }, [locale]);
}

/** Ctrl+K opens and closes the search for channels. */
export function useSearchKey(onToggle: (toggle: (isOpen: boolean) => boolean) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      onToggle((isOpen) => !isOpen);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
