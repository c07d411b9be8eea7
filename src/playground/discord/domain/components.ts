import type { Json, JsonObject } from '../types.js';
import { Component, SELECTS } from '../validation/component.js';

/** Default values that Discord fills in. */
const DEFAULTS: Record<number, JsonObject> = {
  [Component.Container]: { accent_color: null, spoiler: false },
  [Component.Separator]: { spacing: 1, divider: true },
  [Component.Thumbnail]: { description: null, spoiler: false },
  [Component.File]: { spoiler: false },
  ...Object.fromEntries(SELECTS.map((type) => [type, { min_values: 1, max_values: 1 }])),
};

const isObject = (node: Json | undefined): node is JsonObject =>
  typeof node === 'object' && node !== null && !Array.isArray(node);
const isComponent = (node: JsonObject): boolean => typeof node.type === 'number';
/** An id of 0 counts as absent. */
const hasId = (node: JsonObject): boolean => typeof node.id === 'number' && node.id !== 0;

/**
 * Completes components as Discord stores them: each gets an `id` (in reading order, skipping ids already used) and
 * defaults, and each media item gets an id.
 * @param nextId creates the snowflakes of media items
 */
export function completeComponents(components: JsonObject[], nextId: () => string): JsonObject[] {
  const taken = new Set<Json>();
  const collect = (node: Json): void => {
    if (Array.isArray(node)) node.forEach(collect);
    else if (isObject(node)) {
      if (isComponent(node) && hasId(node)) taken.add(node.id!);
      Object.values(node).forEach(collect);
    }
  };
  collect(components);

  let last = 0;
  const freshId = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };

  const visitMedia = (media: Json): Json =>
    isObject(media) ? { id: nextId(), proxy_url: media.url!, ...media } : media;
  const visitField = (key: string, value: Json): Json => {
    if (key === 'media' || key === 'file') return visitMedia(value);
    if (key === 'items' && Array.isArray(value)) return value.map(visitItem);
    return visit(value);
  };
  const visitItem = (item: Json): Json =>
    isObject(item)
      ? { description: null, spoiler: false, ...item, media: visitMedia(item.media ?? null) }
      : item;
  const visit = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isObject(node)) return node;
    const own: JsonObject = isComponent(node)
      ? { ...DEFAULTS[node.type as number], ...node, id: hasId(node) ? node.id! : freshId() }
      : node;
    return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, visitField(key, value)]));
  };
  return components.map((component) => visit(component) as JsonObject);
}
