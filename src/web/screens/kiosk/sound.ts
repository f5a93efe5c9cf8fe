/** Two notes up for what worked, one low note for what did not. */
const NOTES = { good: [660, 880], bad: [220] } as const;
const NOTE_S = 0.12;
let audio: AudioContext | undefined;

export function beep(tone: keyof typeof NOTES): void {
  audio ??= new AudioContext();
  for (const [place, frequency] of NOTES[tone].entries()) {
    const note = new OscillatorNode(audio, { frequency });
    const volume = new GainNode(audio, { gain: 0.2 });
    note.connect(volume).connect(audio.destination);
    note.start(audio.currentTime + place * NOTE_S);
    note.stop(audio.currentTime + (place + 1) * NOTE_S);
  }
}
