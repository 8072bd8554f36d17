import { arabic } from './ar.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { hindi, hindiInLatin } from './hi.ts'
import { indonesian } from './id.ts'
import { japanese } from './ja.ts'
import type { LanguageData } from './language.ts'
import { portuguese } from './pt-br.ts'
import { russian } from './ru.ts'
import { turkish } from './tr.ts'
import { chinese } from './zh-hans.ts'

/** Every language, not only the sender's own: people mix languages. */
export const LANGUAGES: readonly LanguageData[] = [
  ...[english, spanish, portuguese, french, german, indonesian, turkish, hindiInLatin],
  ...[hindi, russian, arabic, japanese, chinese],
]
