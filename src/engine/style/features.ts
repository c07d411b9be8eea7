/** Materials of eyes and mouths, which every style keeps readable. */
export const eyeMaterials = /^(eye white|eyes|iris rim|pupils|eye shine|eyelids|lashes)$/;
export const mouthMaterials = /^(mouth|mouth inside|teeth|lower beak)$/;

export const isFeature = (material: string): boolean =>
  eyeMaterials.test(material) || mouthMaterials.test(material);
