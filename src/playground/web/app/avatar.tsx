/** Initials on a coloured disc. */
export function Avatar(props: { name: string; color: string; size?: number; online?: boolean }) {
  const { name, color, size = 40, online = false } = props;
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
