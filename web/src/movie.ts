// A recording as a moving picture: MP4 or WebM by the browser's own encoder, GIF by a small one.
import { GIFEncoder, applyPalette, quantize } from "gifenc";
import type { Scene } from "./scene";
import type { RecordingSource } from "./sources";

export type Format = "gif" | "video";
const GIF_WIDTH = 480, GIF_FPS = 20, VIDEO_FPS = 30;

// The kind of video this browser writes; empty if none.
export function videoType(): string {
  if (typeof MediaRecorder === "undefined" || !HTMLCanvasElement.prototype.captureStream) return "";
  return ["video/mp4;codecs=avc1.42E01F", "video/webm;codecs=vp9", "video/webm"].find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
}

// Shows every moment in turn and lets `take` have it.
async function run(scene: Scene, source: RecordingSource, fps: number, take: (part: number) => Promise<void> | void): Promise<void> {
  const { time, playing, start0, duration, speed } = source, count = Math.max(1, Math.floor(((duration - start0) * fps) / speed));
  source.playing = false;
  for (let i = 0; i < count; i++) {
    source.seek(start0 + (i * speed) / fps);
    scene.draw();
    await take(i / count);
  }
  source.seek(time);
  source.playing = playing;
}

async function gif(scene: Scene, source: RecordingSource, progress: (part: number) => void): Promise<Blob> {
  const canvas = document.createElement("canvas"), from = scene.renderer.domElement;
  canvas.width = Math.min(GIF_WIDTH, from.width);
  canvas.height = Math.round((canvas.width * from.height) / from.width);
  const pen = canvas.getContext("2d", { willReadFrequently: true })!, encoder = GIFEncoder();
  await run(scene, source, GIF_FPS, async (part) => {
    pen.drawImage(from, 0, 0, canvas.width, canvas.height);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height), palette = quantize(data, 256);
    encoder.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette, delay: 1000 / GIF_FPS });
    progress(part);
    await new Promise((resolve) => setTimeout(resolve));
  });
  encoder.finish();
  return new Blob([encoder.bytes() as BlobPart], { type: "image/gif" });
}

async function video(scene: Scene, source: RecordingSource, progress: (part: number) => void): Promise<Blob> {
  const stream = scene.renderer.domElement.captureStream(0), track = stream.getVideoTracks()[0] as CanvasCaptureMediaStreamTrack;
  const recorder = new MediaRecorder(stream, { mimeType: videoType(), videoBitsPerSecond: 8e6 }), parts: Blob[] = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve)), started = new Promise((resolve) => (recorder.onstart = resolve));
  recorder.start(100);
  await started;
  await run(scene, source, VIDEO_FPS, async (part) => {
    track.requestFrame();
    progress(part);
    await new Promise((resolve) => setTimeout(resolve, 1000 / VIDEO_FPS));  // the encoder takes its time from the clock
  });
  // an encoder that starts late would leave nothing: the last picture stays until something was written
  for (let tries = 0; tries < 200 && !parts.some((part) => part.size > 0); tries++) {
    track.requestFrame();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  recorder.stop();
  await stopped;
  return new Blob(parts, { type: recorder.mimeType });
}

export async function movie(format: Format, scene: Scene, source: RecordingSource, progress: (part: number) => void): Promise<Blob> {
  return format === "gif" ? gif(scene, source, progress) : video(scene, source, progress);
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.${blob.type.split(";")[0].split("/")[1]}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
