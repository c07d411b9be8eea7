/** The bot's picture is the product's logo; the local Discord keeps none. */
const product = 'Rigsmith';

/** The logo, or initials on a coloured disc. */
export function Avatar(props: { name: string; color: string; size?: number; online?: boolean }) {
  const { name, color, size = 40, online = false } = props;
  if (name === product) return <img class="avatar" src="/icon.svg" alt="" width={size} height={size} />;
  const initials = name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  const style = { background: color, width: `${size}px`, height: `${size}px`, fontSize: `${size * 0.42}px` };
  return (
    <span class="avatar" style={style} aria-hidden="true">
      {initials}
      {online && <i class="online" />}
    </span>
  );
}
