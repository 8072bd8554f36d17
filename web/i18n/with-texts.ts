import { loadTexts } from './load-texts.ts'
import type { TextArea } from './text-areas.ts'

/** Resolves with a module of the app once the texts of its area are loaded too. */
export async function withTexts<Module>(area: TextArea, module: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([module, loadTexts(area)])
  return loaded
}
