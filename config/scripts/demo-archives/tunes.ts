/** A note as its number in MIDI (69 is the A of 440 Hz) and its length in beats; a null is a rest. */
export type Note = readonly [pitch: number | null, beats: number]

export interface Tune {
  notes: readonly Note[]
  /** Long notes beneath the tune. */
  bass?: readonly Note[]
  beatSeconds: number
  voice: 'piano' | 'hum'
}

const [D3, A3] = [50, 57]
const [A3_HUM, C4, D4, E4, G4, A4, C5] = [57, 60, 62, 64, 67, 69, 72]
const [RE, MI, FA, SOL, LA, DO] = [62, 64, 65, 67, 69, 72]

const REFRAIN: Note[] = [
  [MI, 1],
  [FA, 1],
  [SOL, 1],
  [FA, 0.5],
  [FA, 0.5],
  [MI, 1],
  [RE, 1],
]

/** «Во поле берёза стояла», a folk song, as a tuner tries a piano. */
export const birchTree: Tune = {
  voice: 'piano',
  beatSeconds: 0.72,
  notes: [
    [LA, 0.5],
    [LA, 0.5],
    [LA, 0.5],
    [LA, 0.5],
    [SOL, 1],
    [FA, 0.5],
    [FA, 0.5],
    [MI, 1],
    [RE, 1],
    [LA, 0.5],
    [LA, 0.5],
    [DO, 0.5],
    [LA, 0.5],
    [SOL, 0.5],
    [SOL, 0.5],
    [FA, 0.5],
    [FA, 0.5],
    [MI, 1],
    [RE, 1],
    ...REFRAIN,
    ...REFRAIN,
    [null, 2],
  ],
  bass: Array.from({ length: 12 }, (_, index): Note => [index % 3 === 2 ? A3 : D3, 2]),
}

/** An invented tune of five tones, hummed over some work. */
export const overTheBinding: Tune = {
  voice: 'hum',
  beatSeconds: 0.78,
  notes: [
    [A3_HUM, 1],
    [C4, 1],
    [D4, 1],
    [E4, 2],
    [D4, 0.5],
    [C4, 0.5],
    [D4, 2],
    [null, 0.5],
    [E4, 1],
    [G4, 1],
    [A4, 1.5],
    [G4, 0.5],
    [E4, 1],
    [D4, 2],
    [null, 0.5],
    [C5, 1],
    [A4, 1],
    [G4, 1],
    [E4, 1.5],
    [D4, 0.5],
    [C4, 1],
    [D4, 1],
    [C4, 1],
    [A3_HUM, 3],
    [null, 1],
  ],
}
