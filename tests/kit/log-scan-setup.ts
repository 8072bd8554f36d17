import { forgetPrivate } from './log-scan.ts'

// Runs before each test file. Files of one worker may share modules, but no log contains another file's members.
forgetPrivate()
