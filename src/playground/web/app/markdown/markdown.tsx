import type { ComponentChild } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { useNow } from '../live.js';
import { copy } from '../surface/copy.js';
import { type Block, parseBlocks } from './block.js';
import { Code, CommandMention, SlashText } from './command-mention.js';
import { type Inline, parseInline } from './inline.js';
import { Link } from './link.js';
import { formatRelative, formatTime } from './time.js';

export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => parseBlocks(text), [text]);
  return <div class="markdown">{blocks.map(drawBlock)}</div>;
}

/** One line, as in an embed's title. */
export function MarkdownLine({ text }: { text: string }) {
  return <>{parseInline(text).map(drawInline)}</>;
}

function drawBlock(block: Block, key: number): ComponentChild {
  switch (block.type) {
    case 'paragraph':
      return <p key={key}>{block.children.map(drawInline)}</p>;
    case 'heading': {
      const Heading = `h${block.level}` as 'h1' | 'h2' | 'h3';
      return <Heading key={key}>{block.children.map(drawInline)}</Heading>;
    }
    case 'subtext':
      return <small key={key}>{block.children.map(drawInline)}</small>;
    case 'quote':
      return <blockquote key={key}>{block.blocks.map(drawBlock)}</blockquote>;
    case 'code':
      return <CodeBlock key={key} text={block.text} language={block.language} />;
    case 'list':
      return (
        <ul key={key}>
          {block.items.map((item, index) => (
            <li key={index} data-depth={item.depth} data-marker={item.marker}>
              {item.children.map(drawInline)}
            </li>
          ))}
        </ul>
      );
  }
}

function drawInline(part: Inline, key: number): ComponentChild {
  if (typeof part === 'string') return part;
  switch (part.type) {
    case 'bold':
      return <strong key={key}>{part.children.map(drawInline)}</strong>;
    case 'italic':
      return <em key={key}>{part.children.map(drawInline)}</em>;
    case 'underline':
      return <u key={key}>{part.children.map(drawInline)}</u>;
    case 'strike':
      return <s key={key}>{part.children.map(drawInline)}</s>;
    case 'spoiler':
      return <Spoiler key={key}>{part.children.map(drawInline)}</Spoiler>;
    case 'code':
      return <Code key={key} text={part.text} />;
    case 'link':
      return (
        <Link key={key} url={part.url} isMasked={part.children[0] !== part.url}>
          {part.children.map(drawInline)}
        </Link>
      );
    case 'mention':
      return <Mention key={key} kind={part.kind} id={part.id} />;
    case 'everyone':
      return (
        <span key={key} class="mention">
          {part.text}
        </span>
      );
    case 'command':
      return <CommandMention key={key} name={part.name} />;
    case 'slash':
      return <SlashText key={key} text={part.text} />;
    case 'emoji':
      return <span key={key}>:{part.name}:</span>;
    case 'time':
      return <Time key={key} ms={part.ms} style={part.style} />;
  }
}

function Spoiler({ children }: { children: ComponentChild }) {
  const { t } = useActing();
  const [shown, setShown] = useState(false);
  return (
    <button
      type="button"
      class="spoiler"
      aria-expanded={shown}
      aria-label={shown ? undefined : t('playground.message.spoiler.show')}
      onClick={() => setShown(true)}
    >
      <span aria-hidden={!shown}>{children}</span>
    </button>
  );
}

function Mention({ kind, id }: { kind: 'member' | 'role' | 'channel'; id: string }) {
  const { t, world, channels, openChannel, showMember, showMemberMenu } = useActing();
  if (kind === 'role') {
    const role = world.guild.roles.find((each) => each.id === id);
    return <span class="mention">@{role?.name ?? t('playground.message.unknown')}</span>;
  }
  if (kind === 'member') {
    const member = world.guild.members.find((each) => each.id === id);
    if (!member) return <span class="mention">@{t('playground.message.unknown')}</span>;
    return (
      <button
        type="button"
        class="mention"
        onClick={({ currentTarget }) => showMember(id, currentTarget)}
        onContextMenu={(event) => {
          event.preventDefault();
          event.stopPropagation();
          showMemberMenu(id, { x: event.clientX, y: event.clientY });
        }}
      >
        @{member.display_name}
      </button>
    );
  }
  const channel = channels.find((entry) => entry.id === id);
  if (!channel) return <span class="mention"># {t('playground.message.unknown')}</span>;
  return (
    <button type="button" class="mention" onClick={() => openChannel(channel.id)}>
      <Icon name={channel.parent_id ? 'thread' : 'hash'} size={14} />
      {channel.name}
    </button>
  );
}

function Time({ ms, style }: { ms: number; style: string }) {
  const now = useNow(style === 'R');
  return (
    <time class="stamp" dateTime={new Date(ms).toISOString()} title={formatTime(ms, 'F')}>
      {style === 'R' ? formatRelative(ms, now) : formatTime(ms, style)}
    </time>
  );
}

function CodeBlock({ text, language }: { text: string; language: string }) {
  const acting = useActing();
  return (
    <div class="code-block">
      <header>
        <span>{language || 'text'}</span>
        <button type="button" onClick={() => copy(text, acting)}>
          {acting.t('playground.copy.button')}
        </button>
      </header>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  );
}
