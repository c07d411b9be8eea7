import {
  CanvasTexture,
  CircleGeometry,
  DirectionalLight,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Scene,
  ShadowMaterial,
  SRGBColorSpace,
  type Vector3,
} from 'three';
import { createEnvironment } from './environment.js';

const SHADOW_MAP_PX = 1024;
const GRID_PX = 1024;
const GRID_CELLS = 16;

export type Scenery = { setGround(visible: boolean): void; dispose(): void };

/**
 * Ambient light, a key light with a shadow, and a round floor that fades out.
 * @param size largest extent of the model on the floor
 * @param foot centre of its ground contact
 */
export function createScenery(scene: Scene, size: number, foot: Vector3): Scenery {
  const environment = createEnvironment();
  scene.environment = environment;
  scene.environmentIntensity = 0.62;

  const key = createKeyLight(size, foot);
  const rim = new DirectionalLight('#cfd8ff', 1.1);
  rim.position.copy(foot).add({ x: -size, y: size * 1.4, z: -size * 1.6 });
  rim.target = key.target;
  const ground = createGround(size, foot);
  scene.add(key, key.target, rim, ground.group);
  return {
    setGround(visible) {
      ground.group.visible = visible;
    },
    dispose() {
      ground.dispose();
      key.dispose();
      environment.dispose();
    },
  };
}

function createKeyLight(size: number, foot: Vector3): DirectionalLight {
  const key = new DirectionalLight('#fff4e6', 2);
  key.position.copy(foot).add({ x: size * 1.1, y: size * 2.4, z: size * 1.5 });
  key.target.position.copy(foot).y += size * 0.4;
  key.castShadow = true;
  key.shadow.mapSize.set(SHADOW_MAP_PX, SHADOW_MAP_PX);
  key.shadow.radius = 5;
  key.shadow.normalBias = size * 0.012;
  key.shadow.bias = -0.0006;
  const { camera } = key.shadow;
  Object.assign(camera, {
    left: -size,
    right: size,
    top: size,
    bottom: -size,
    near: size * 0.2,
    far: size * 6,
  });
  camera.updateProjectionMatrix();
  return key;
}

function createGround(size: number, foot: Vector3) {
  const disc = new CircleGeometry(size * 1.7, 72).rotateX(-Math.PI / 2);
  const grid = drawGrid();
  const floor = new Mesh(disc, new MeshBasicMaterial({ map: grid, transparent: true, depthWrite: false }));
  const shade = new Mesh(disc, new ShadowMaterial({ opacity: 0.28, depthWrite: false }));
  shade.receiveShadow = true;
  shade.renderOrder = 1;
  const group = new Group();
  group.add(floor, shade);
  group.position.copy(foot).y -= size * 0.001;
  return {
    group,
    dispose() {
      for (const each of [disc, grid, floor.material, shade.material]) each.dispose();
    },
  };
}

/** Lines in a grey that is visible on light and dark, fading towards the rim. */
function drawGrid(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = GRID_PX;
  canvas.height = GRID_PX;
  const pen = canvas.getContext('2d')!;
  for (let line = 0; line <= GRID_CELLS; line++) {
    const at = (line / GRID_CELLS) * GRID_PX;
    pen.strokeStyle = line === GRID_CELLS / 2 ? 'rgb(128 134 160 / 95%)' : 'rgb(128 134 160 / 55%)';
    pen.lineWidth = line === GRID_CELLS / 2 ? 4 : 2.5;
    pen.stroke(new Path2D(`M${at} 0V${GRID_PX}M0 ${at}H${GRID_PX}`));
  }
  const half = GRID_PX / 2;
  const fade = pen.createRadialGradient(half, half, half * 0.2, half, half, half);
  fade.addColorStop(0, 'rgb(0 0 0 / 100%)');
  fade.addColorStop(1, 'rgb(0 0 0 / 0%)');
  pen.globalCompositeOperation = 'destination-in';
  pen.fillStyle = fade;
  pen.fillRect(0, 0, GRID_PX, GRID_PX);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}
