import { type Box3, MathUtils, PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const FIELD_OF_VIEW = 32;
const MARGIN = 1.12;
/** From the front, slightly from the side and from above. */
const DIRECTION = new Vector3(0.42, 0.24, 1).normalize();

export type CameraView = {
  camera: PerspectiveCamera;
  /** Advances the orbit's glide; returns whether anything moved. */
  update(): boolean;
  resize(width: number, height: number): void;
  reset(): void;
  /** Turns by radians. */
  turn(left: number, up: number): void;
  /** A factor above 1 moves closer. */
  zoom(factor: number): void;
  dispose(): void;
};

/**
 * A camera that frames `box` and orbits around it by mouse and touch.
 * @param still disables gliding after a drag (`prefers-reduced-motion`)
 */
export function createView(canvas: HTMLElement, box: Box3, still: boolean, onMove: () => void): CameraView {
  const size = box.getSize(new Vector3());
  const centre = box.getCenter(new Vector3());
  const reach = size.length();
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, reach / 200, reach * 40);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = !still;
  controls.dampingFactor = 0.12;
  controls.minDistance = reach * 0.15;
  controls.maxDistance = reach * 8;
  controls.addEventListener('change', onMove);
  let untouched = true;
  const onStart = () => {
    untouched = false;
  };
  controls.addEventListener('start', onStart);

  const frame = () => {
    const vertical = Math.tan(MathUtils.degToRad(FIELD_OF_VIEW / 2));
    const width = Math.hypot(size.x, size.z * 0.5);
    const distance = Math.max(size.y / 2 / vertical, width / 2 / (vertical * camera.aspect)) * MARGIN;
    controls.target.copy(centre);
    camera.position.copy(centre).addScaledVector(DIRECTION, distance + size.z / 2);
    controls.update();
  };
  return {
    camera,
    update: () => controls.update(),
    resize(width, height) {
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      if (untouched) frame();
    },
    reset() {
      untouched = true;
      frame();
    },
    turn(left, up) {
      untouched = false;
      controls.rotateLeft(left);
      controls.rotateUp(up);
    },
    zoom(factor) {
      untouched = false;
      controls.dollyIn(1 / factor);
    },
    dispose() {
      controls.removeEventListener('change', onMove);
      controls.removeEventListener('start', onStart);
      controls.dispose();
    },
  };
}
