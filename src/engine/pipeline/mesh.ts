/** Triangles for the solids of a character, in the style that was asked for. */
import type { Character } from '../character.js';
import { extentOf } from '../geometry/field/field.js';
import { creaseMesh } from '../geometry/mesh/creases.js';
import type { Mesh } from '../geometry/mesh/mesh.js';
import { type Paint, paintMesh } from '../geometry/mesh/paint.js';
import { simplifyNet } from '../geometry/mesh/simplify.js';
import { meshNet, type Net, netField } from '../geometry/mesh/surface-nets.js';
import { clamp } from '../geometry/vec.js';
import type { ArtStyle } from '../kinds.js';
import { paintFacets, tuckUnder } from '../style/facets.js';
import { isFeature } from '../style/features.js';
import { shadeMesh } from '../style/toon.js';
import type { RigParameters } from '../types.js';

export type Detail = NonNullable<RigParameters['detail']>;

/** Triangles of a file at most, and before colours split them. */
type Budget = { most: number; first: number };

const smooth: Record<Detail, Budget> = {
  low: { most: 5000, first: 3200 },
  medium: { most: 15_000, first: 10_300 },
  high: { most: 40_000, first: 27_500 },
};
/** Flat facets should be seen. */
const faceted: Record<Detail, Budget> = {
  low: { most: 1400, first: 1200 },
  medium: { most: 3200, first: 2800 },
  high: { most: 9000, first: 8000 },
};
/** The outline has as many triangles as the body. */
const outlined: Record<Detail, Budget> = {
  low: { most: 2500, first: 1700 },
  medium: { most: 7500, first: 5600 },
  high: { most: 20_000, first: 15_500 },
};
/** Cubes are made of the smooth surface. */
const budgets: Record<ArtStyle, Record<Detail, Budget>> = {
  clay: smooth,
  'low-poly': faceted,
  voxel: smooth,
  toon: outlined,
};
/** The body's share of the triangles: most of an animal, but little of a knight is body. */
const bodyShare = (parts: number): number => 0.43 + 0.15 * clamp((24 - parts) / 16, 0, 1);

type Look = { style: ArtStyle; materials: ReadonlySet<string>; metals: ReadonlySet<string> };

/**
 * The body gets its share of the triangles; the other parts get theirs by the square roots of their surfaces. Colours
 * split triangles along their edges, so a character with many patterns is simplified again.
 */
export async function meshCharacter(
  { solids, materials }: Character,
  { detail, style }: { detail: Detail; style: ArtStyle },
  pause: () => Promise<void>,
): Promise<Mesh[]> {
  const { most, first } = budgets[style][detail];
  const dense: Net[] = [];
  for (const { field, cell } of solids) {
    await pause();
    dense.push(netField(field, cell));
  }
  const namesOf = (list: typeof materials) => new Set(list.map(({ name }) => name));
  const metals = namesOf(materials.filter(({ metalness }) => metalness > 0.5));
  const look = { style, materials: namesOf(materials), metals };
  let budget = first;
  for (let round = 1; ; round++) {
    const plans = plansOf(solids, dense, budget, look.style, round);
    const planned = sum(plans, ({ triangles }) => triangles);
    // Colors only add triangles: where the shape alone has too many, and not because of its budget, they need not be
    // painted to know that the round fails.
    const enough = round < rounds ? Math.max(most, planned * met) : Number.POSITIVE_INFINITY;
    const nets = await simplifyAll(dense, plans, enough);
    if (!nets) continue;
    const meshes = nets.map((net, i) => finishMesh(net, i, solids, look));
    const triangles = sum(meshes, ({ groups }) => sum(groups, ({ indices }) => indices.length / 3));
    if (triangles <= most || round === rounds) return meshes;
    // Parts that kept more than their share need a rougher surface, not less of the budget.
    if (sum(nets, trianglesOf) <= planned * met) budget *= (0.94 * most) / triangles;
  }
}

const rounds = 7;
/** How far above its plan a round may be that found what to leave out. */
const met = 1.08;
const trianglesOf = ({ indices }: Net) => indices.length / 3;

/** Greatest deviation of the surface in the first round, in grid cells: facets may leave it as far as they must. */
const tolerances: Record<ArtStyle, number> = { clay: 0.4, 'low-poly': 6, voxel: 0.4, toon: 0.4 };

/** Deviation that is not noticeable outside a face, as a fraction of the body. */
const roughest = 0.0024;

/** Triangles that a part is to have, and how far its surface may deviate for them. */
type PartPlan = { triangles: number; rough: number; bends: boolean };

function plansOf(
  solids: Character['solids'],
  dense: readonly Net[],
  budget: number,
  style: ArtStyle,
  round: number,
): PartPlan[] {
  const spans = solids.map(({ cell }, i) => (i === 0 ? 0 : cell * Math.sqrt(trianglesOf(dense[i]!))));
  const span = sum(spans, (one) => one);
  const forBody = budget * (span > 0 ? bodyShare(solids.length) : 1);
  const fewest = Math.min(90, budget / 90);
  const finest = Math.min(0.5, budget / smooth.medium.first / 2);
  const extent = solids[0] ? extentOf(solids[0].field) : 0;
  const tolerance = tolerances[style] * round;
  return solids.map(({ cell, material, binding, even = false }, i) => {
    const share = i === 0 ? forBody : Math.max(fewest, ((budget - forBody) * spans[i]!) / span);
    const least = isFeature(material) ? 0 : extent * roughest;
    return {
      triangles: even ? trianglesOf(dense[i]!) * finest : share,
      rough: Math.max(cell * tolerance, least * round),
      bends: binding.kind !== 'rigid',
    };
  });
}

/** @returns null as soon as the parts have more than `enough` triangles */
async function simplifyAll(
  dense: readonly Net[],
  plans: readonly PartPlan[],
  enough: number,
): Promise<Net[] | null> {
  const nets: Net[] = [];
  let count = 0;
  for (const [i, { triangles, rough, bends }] of plans.entries()) {
    const net = await simplifyNet(dense[i]!, Math.round(triangles), rough, bends);
    count += trianglesOf(net);
    if (count > enough) return null;
    nets.push(net);
  }
  return nets;
}

function finishMesh(net: Net, i: number, solids: Character['solids'], look: Look): Mesh {
  const { style, metals } = look;
  const { field, cell, material, binding, paints = [] } = solids[i]!;
  const shaped = meshNet(net, field, cell, material);
  // Heat spreads along shared vertices only, so a crease would tear the weights of both sides apart.
  const isCreased = style === 'clay' && binding.kind !== 'heat';
  const painted = paintIn(look, isCreased ? creaseMesh(shaped, metals.has(material)) : shaped, paints);
  return i === 0 && isCoarse(style) ? tuckUnder(painted, clothesOf(solids)) : painted;
}

/** Styles with so few triangles that skin would show through clothes. */
const isCoarse = (style: ArtStyle) => style === 'low-poly' || style === 'toon';

const clothesOf = (solids: Character['solids']) =>
  solids.slice(1).flatMap(({ material, field }) => (isFeature(material) ? [] : [field]));

/** Eyes keep round borders between their colours. */
function paintIn({ style, materials }: Look, mesh: Mesh, paints: readonly Paint[]): Mesh {
  const isFaceted = style === 'low-poly' && !mesh.groups.some(({ material }) => isFeature(material));
  const painted = isFaceted ? paintFacets(mesh, paints) : paintMesh(mesh, paints);
  return style === 'toon' ? shadeMesh(painted, materials) : painted;
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
