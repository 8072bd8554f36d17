export interface BuildInputs {
  /** Every file in them counts. */
  folders?: readonly string[]
  files?: readonly string[]
  /** They count with everything of ours that they import. */
  entries?: readonly string[]
  /** The environment variables that change the result. */
  variables?: readonly string[]
}

export function buildInputs(root: string, build: BuildInputs): string[]
export function digestOf(
  root: string,
  build: BuildInputs,
  env?: Readonly<Record<string, string | undefined>>,
): string
