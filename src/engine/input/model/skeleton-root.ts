/** glTF 2.0 section 3.7.3.1: the joints of a skin have a common root, and its `skeleton` is one if it is given. */
import type { Document, Node, Skin } from '@gltf-transform/core';

/** @returns a sentence for each kind of repair */
export function repairSkeletonRoots(document: Document): string[] {
  const notes = document
    .getRoot()
    .listSkins()
    .flatMap((skin) => [...joinRoots(document, skin), ...clearRoot(skin)]);
  return [...new Set(notes)];
}

/** Puts the topmost nodes above the joints below one that changes nothing. */
function joinRoots(document: Document, skin: Skin): string[] {
  const tops = [...new Set(skin.listJoints().map(topOf))];
  if (tops.length < 2) return [];
  const scenes = document
    .getRoot()
    .listScenes()
    .filter((scene) => scene.listChildren().some((node) => tops.includes(node)));
  const root = document.createNode('skeleton');
  for (const top of tops) root.addChild(top);
  for (const scene of scenes) scene.addChild(root);
  return ['The joints of the model had no common root, so one was added.'];
}

function clearRoot(skin: Skin): string[] {
  const root = skin.getSkeleton();
  if (!root || skin.listJoints().every((joint) => isIn(root, joint))) return [];
  skin.setSkeleton(null);
  return ["The model named a skeleton root that doesn't contain all its joints, so it was removed."];
}

function topOf(node: Node): Node {
  let top = node;
  for (let above = node.getParentNode(); above; above = above.getParentNode()) top = above;
  return top;
}

function isIn(root: Node, node: Node): boolean {
  let at: Node | null = node;
  while (at && at !== root) at = at.getParentNode();
  return at === root;
}
