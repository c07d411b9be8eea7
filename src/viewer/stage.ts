import { NeutralToneMapping, PCFShadowMap, Scene, Vector3, WebGLRenderer } from 'three';
import { createBones, type PointedJoint } from './bones.js';
import { createView } from './camera.js';
import { createFaces, type Faces } from './faces.js';
import { createLoop } from './loop.js';
import { loadModel, type ViewerModel } from './model.js';
import { createPace } from './pace.js';
import { createPlayback, type Playback } from './playback.js';
import { createScenery } from './scenery.js';
import { drawUnwrapped } from './unwrapped.js';
import { createWires } from './wires.js';

/** Pixel ratio factor without a graphics card: fewer pixels, but smoother motion. */
const COARSER = 0.7;
const POSTER = { width: 640, height: 400 };

export type ViewerStage = {
  counts: { triangles: number; joints: number; clips: number };
  playback: Playback;
  /** Names of expressions, and which one is shown. */
  faces: Faces;
  /** Draws the texture with the unwrapped triangles on another canvas. */
  drawUnwrapped(canvas: HTMLCanvasElement): boolean;
  setSkeleton(on: boolean): void;
  setWireframe(on: boolean): void;
  setGround(on: boolean): void;
  /** Turns the camera by radians. */
  turn(left: number, up: number): void;
  /** A factor above 1 moves closer. */
  zoom(factor: number): void;
  reset(): void;
  /** Redraws, for example after a change of `playback`. */
  refresh(): void;
  /** Marks and names the joint at a point of the canvas (CSS pixels) while the skeleton is shown. */
  point(at: { x: number; y: number } | null): PointedJoint | null;
  /** Renders the model alone and in full view for a card. Changes the view, so call it last, before `dispose`. */
  snapshot(): string;
  dispose(): void;
};

export type StageOptions = {
  canvas: HTMLCanvasElement;
  bytes: ArrayBuffer;
  /** Disables motion that was not requested. */
  still: boolean;
  /** Called after each drawn frame. */
  onDraw(): void;
  /** Called when the GPU context is lost. */
  onLost(): void;
};

/** Why a GLB cannot be shown: the browser has no WebGL 2, or the file is damaged or of another kind. */
export type StageFailure = 'no_webgl' | 'damaged';

/** Shows a GLB on a canvas, or returns why it cannot. */
export async function openStage(
  options: StageOptions,
): Promise<{ stage: ViewerStage } | { failure: StageFailure }> {
  const { canvas, bytes } = options;
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
  if (!context) return { failure: 'no_webgl' };
  const model = await loadModel(bytes).catch(() => null);
  if (!model) return { failure: 'damaged' };
  return { stage: createStage(options, context, model) };
}

function createStage(
  options: StageOptions,
  context: WebGL2RenderingContext,
  model: ViewerModel,
): ViewerStage {
  const { canvas, still, onDraw, onLost } = options;
  const renderer = createRenderer(canvas, context);
  const extent = model.box.getSize(new Vector3());
  const size = Math.max(extent.x, extent.y, extent.z);
  const foot = model.box.getCenter(new Vector3()).setY(model.box.min.y);
  const scene = new Scene().add(model.scene);
  const scenery = createScenery(scene, size, foot);
  const playback = createPlayback(model.scene, model.clips);
  const bones = createBones(model.joints, size);
  const wires = createWires(model.meshes);
  const faces = createFaces(model.meshes);
  const pace = createPace();
  let showsSkeleton = false;

  const draw = () => {
    renderer.clear();
    renderer.render(scene, view.camera);
    if (showsSkeleton) {
      bones.update();
      renderer.clearDepth();
      renderer.render(bones.scene, view.camera);
    }
    onDraw();
  };
  const loop = createLoop(canvas, (seconds) => {
    if (pace.isSlow(seconds) && renderer.getPixelRatio() > 1 / 2) {
      renderer.setPixelRatio(renderer.getPixelRatio() * COARSER);
      resize();
    }
    playback.advance(seconds);
    const glides = view.update();
    draw();
    return glides || playback.state().playing;
  });
  const view = createView(canvas, model.box, still, loop.requestFrame);
  const setSize = ({ width, height }: { width: number; height: number }) => {
    if (width === 0 || height === 0) return;
    renderer.setSize(width, height, false);
    view.resize(width, height);
    draw();
  };
  const resize = () => setSize({ width: canvas.clientWidth, height: canvas.clientHeight });
  const resized = new ResizeObserver(resize);
  resized.observe(canvas);
  canvas.addEventListener('webglcontextlost', onLost);
  resize();

  /** Wraps a function so that a redraw follows. */
  const drawn =
    <A extends unknown[]>(act: (...given: A) => void) =>
    (...given: A): void => {
      act(...given);
      loop.requestFrame();
    };
  return {
    counts: { triangles: model.triangles, joints: model.joints.length, clips: model.clips.length },
    playback,
    faces: { names: faces.names, show: drawn(faces.show) },
    drawUnwrapped: (sheet) => drawUnwrapped(sheet, model.meshes),
    setSkeleton: drawn((on) => {
      showsSkeleton = on;
    }),
    setWireframe: drawn(wires.show),
    setGround: drawn(scenery.setGround),
    turn: view.turn,
    zoom: view.zoom,
    reset: drawn(view.reset),
    refresh: loop.requestFrame,
    point(at) {
      if (!showsSkeleton) return null;
      loop.requestFrame();
      return bones.point(view.camera, at, canvas.clientWidth, canvas.clientHeight);
    },
    snapshot() {
      scenery.setGround(false);
      view.reset();
      renderer.setPixelRatio(1);
      setSize(POSTER);
      return canvas.toDataURL('image/webp', 0.85);
    },
    dispose() {
      loop.stop();
      resized.disconnect();
      canvas.removeEventListener('webglcontextlost', onLost);
      for (const each of [view, playback, bones, wires, scenery, model, renderer]) each.dispose();
      context.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

function createRenderer(canvas: HTMLCanvasElement, context: WebGL2RenderingContext): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, context, alpha: true });
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
  renderer.toneMapping = NeutralToneMapping;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.autoClear = false;
  return renderer;
}
