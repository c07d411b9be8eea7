/** Initials on a coloured disc. */
export function Avatar({ name, color, size = 40 }: { name: string; color: string; size?: number }) {
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
    </span>
  );
}
