/** The parts of the app with a catalogue of their own: `locales/<language>/<area>.po`. Each loads beside its code. */
export const LATER_AREAS = [
  'forms',
  'register',
  'heads',
  'pages',
  'documents',
  'summaries',
  'member',
  'people',
  'search',
  'ring',
  'pricing',
  'privacy',
  'install',
  'push',
  'staff',
  'planning',
] as const

/** The texts of `base` load with the page. */
export type TextArea = 'base' | (typeof LATER_AREAS)[number]
