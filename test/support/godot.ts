/** Imports a file with Godot 3 without a display, where it is installed (Debian: `godot3-server`). */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.js';
import { missing } from './programs.js';

const program = 'godot3-server';

/** Why tests with Godot are skipped; null where it is installed. */
export const missingGodot = missing(program);

export type GodotScene = {
  bones: string[];
  /** Seconds and number of tracks by name. */
  clips: Record<string, [seconds: number, tracks: number]>;
  skins: number;
  surfaces: number;
  shapes: number;
};

const project = `config_version=4

[application]

config/name="import"
`;

const script = `extends SceneTree

func _init():
    var found = {"bones": [], "clips": {}, "skins": 0, "surfaces": 0, "shapes": 0}
    collect(load("res://character.glb").instance(), found)
    print("FOUND " + to_json(found))
    quit()

func collect(node, found):
    if node is Skeleton:
        for i in range(node.get_bone_count()):
            found["bones"].append(node.get_bone_name(i))
    if node is AnimationPlayer:
        for name in node.get_animation_list():
            var clip = node.get_animation(name)
            found["clips"][name] = [clip.length, clip.get_track_count()]
    if node is MeshInstance:
        found["surfaces"] += node.mesh.get_surface_count()
        found["shapes"] += node.mesh.get_blend_shape_count()
        if node.skin != null:
            found["skins"] += 1
    for child in node.get_children():
        collect(child, found)
`;

/** @param folder for the project; it is removed afterwards */
export async function importInGodot(glb: Uint8Array, folder: string): Promise<GodotScene> {
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, 'project.godot'), project);
    writeFileSync(join(folder, 'check.gd'), script);
    writeFileSync(join(folder, 'character.glb'), glb);
    const options = { env: { PATH: process.env.PATH ?? '', HOME: folder }, cwd: folder };
    // The editor imports when it opens a project; its option to quit hangs after that.
    const editor = spawn(program, ['--path', folder, '--editor'], { ...options, stdio: 'ignore' });
    try {
      await eventually(() => {
        const files = readdirSync(join(folder, '.import'));
        if (!files.some((name) => name.endsWith('.md5'))) throw new Error('not imported yet');
      });
    } finally {
      editor.kill('SIGKILL');
      if (editor.exitCode === null && editor.signalCode === null) await once(editor, 'exit');
    }
    const { stdout } = await promisify(execFile)(program, ['--path', folder, '-s', 'check.gd'], options);
    const line = stdout.split('\n').find((one) => one.startsWith('FOUND '));
    if (!line) throw new Error(`Godot did not open the scene: ${stdout.slice(-500)}`);
    return JSON.parse(line.slice('FOUND '.length)) as GodotScene;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
