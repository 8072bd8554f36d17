import { forgetPrivate } from './log-scan.ts'

// Runs before each test file. Files of one worker may share their modules, but no log holds another file's members.
forgetPrivate()
