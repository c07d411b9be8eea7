/** Minimum cut of a four-connected grid between two terminals: Dinic's blocking flows on levels from the source. */
import { minCutThresholds } from './calibration.js';

const { least } = minCutThresholds;

/**
 * `terminal` > 0 is the cost of excluding a cell from the figure, < 0 the cost of including it; `right` and `down`
 * are the costs of separating neighbours.
 */
export type GridGraph = {
  width: number;
  height: number;
  terminal: Float32Array;
  right: Float32Array;
  down: Float32Array;
};

/** Capacities left in the four directions: right, left, down, up. */
type Room = readonly [Float32Array, Float32Array, Float32Array, Float32Array];

function roomOf({ width, height, right, down }: GridGraph): Room {
  const count = width * height;
  const room: Room = [right.slice(), new Float32Array(count), down.slice(), new Float32Array(count)];
  for (let i = 0; i < count; i++) {
    if (i % width < width - 1) room[1][i + 1] = right[i]!;
    else room[0][i] = 0;
    if (i < count - width) room[3][i + width] = down[i]!;
    else room[2][i] = 0;
  }
  return room;
}

type Flow = {
  steps: readonly number[];
  room: Room;
  /** Flow still to come from the source, and still to go to the sink. */
  excess: Float32Array;
  sink: Float32Array;
  /** Steps from the source, -1 where no flow can arrive. */
  level: Int32Array;
  queue: Int32Array;
};

/** Numbers the levels. @returns whether the sink can be reached */
function layer({ steps, room, excess, sink, level, queue }: Flow): boolean {
  level.fill(-1);
  let end = 0;
  let open = false;
  for (let i = 0; i < level.length; i++) if (excess[i]! > least) [level[i], queue[end++]] = [0, i];
  for (let at = 0; at < end; at++) {
    const cell = queue[at]!;
    open ||= sink[cell]! > least;
    for (let d = 0; d < 4; d++) {
      const next = cell + steps[d]!;
      if (room[d]![cell]! <= least || level[next]! >= 0) continue;
      level[next] = level[cell]! + 1;
      queue[end++] = next;
    }
  }
  return open;
}

/** @returns 1 for cells on the figure's side */
export function minCut(graph: GridGraph): Uint8Array {
  const { width, height, terminal } = graph;
  const count = width * height;
  const steps = [1, -1, width, -width] as const;
  const room = roomOf(graph);
  const excess = terminal.map((t) => Math.max(0, t));
  const sink = terminal.map((t) => Math.max(0, -t));
  const level = new Int32Array(count);
  const arc = new Uint8Array(count);
  const path = new Int32Array(count);
  const flow: Flow = { steps, room, excess, sink, level, queue: new Int32Array(count) };

  /** Pushes as much flow as the path can carry. @returns the length of the path that stays open */
  function push(source: number, length: number): number {
    const last = path[length - 1]!;
    let most = Math.min(excess[source]!, sink[last]!);
    for (let k = 0; k < length - 1; k++) most = Math.min(most, room[arc[path[k]!]!]![path[k]!]!);
    excess[source]! -= most;
    sink[last]! -= most;
    let open = length;
    for (let k = length - 2; k >= 0; k--) {
      const [cell, d] = [path[k]!, arc[path[k]!]!];
      room[d]![cell]! -= most;
      room[d ^ 1]![cell + steps[d]!]! += most;
      if (room[d]![cell]! <= least) open = k + 1;
    }
    return open;
  }

  function drain(source: number): void {
    let length = 1;
    path[0] = source;
    while (length > 0 && excess[source]! > least) {
      const cell = path[length - 1]!;
      if (sink[cell]! > least) {
        length = push(source, length);
        continue;
      }
      const d = arc[cell]!;
      if (d === 4) {
        level[cell] = -1;
        length--;
        continue;
      }
      const next = cell + steps[d]!;
      if (room[d]![cell]! > least && level[next] === level[cell]! + 1) path[length++] = next;
      else arc[cell]!++;
    }
  }

  while (layer(flow)) {
    arc.fill(0);
    for (let i = 0; i < count; i++) if (level[i] === 0 && excess[i]! > least) drain(i);
  }
  return Uint8Array.from(level, (l) => (l >= 0 ? 1 : 0));
}
