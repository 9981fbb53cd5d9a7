// Sounds of the board, synthesised here: a knock for a move, a lower one for a capture, two notes for a result, and a
// beep for time trouble. The mute is stored. Browsers allow sound only after the page was touched.

const MUTE = "sound";
let context = null;

const kept = () => {
  try {
    return localStorage.getItem(MUTE);
  } catch {
    return null;
  }
};

let on = kept() !== "off";

export const isOn = () => on;

export const turn = (to) => {
  on = to;
  try {
    localStorage.setItem(MUTE, on ? "on" : "off");
  } catch {
    // Then it applies to this page only.
  }
};

const ready = () => {
  if (!on || !window.AudioContext || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
};

const fading = (audio, loudness, begin, length) => {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loudness, begin);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  gain.connect(audio.destination);
  return gain;
};

/** Wood on wood: a short burst of noise around a pitch. */
const knock = (audio, pitch, loudness, wait = 0) => {
  const length = 0.09;
  const begin = audio.currentTime + wait;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const wood = audio.createBiquadFilter();
  wood.type = "bandpass";
  wood.frequency.value = pitch;
  wood.Q.value = 3;
  source.connect(wood).connect(fading(audio, loudness, begin, length));
  source.start(begin);
};

const note = (audio, pitch, length, wait = 0) => {
  const begin = audio.currentTime + wait;
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(fading(audio, 0.16, begin, length));
  source.start(begin);
  source.stop(begin + length);
};

const SOUNDS = {
  move: (audio) => knock(audio, 1100, 0.9),
  capture: (audio) => {
    knock(audio, 700, 1);
    knock(audio, 1300, 0.7, 0.05);
  },
  low: (audio) => {
    note(audio, 880, 0.12);
    note(audio, 880, 0.12, 0.18);
  },
  end: (audio) => {
    note(audio, 523, 0.3);
    note(audio, 392, 0.5, 0.22);
  },
};

/** "move", "capture", "low" or "end". */
export const sound = (name) => {
  const audio = ready();
  if (audio) SOUNDS[name](audio);
};
