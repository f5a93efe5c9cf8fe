/** `punctual admin create`. */
import { addAdmin } from '../server/accounts/first-admin.ts';
import { emailSpelling, isEmailAddress, isName, NAME_MAX } from '#contract/fields';
import { isPasswordLength } from '../server/config.ts';
import { StartError } from '../server/start-error.ts';
import type { AdminValues } from './command.ts';
import { withDatabase } from './with-database.ts';

/** @throws StartError when a value is not valid, or the address is taken */
export async function createAdmin({
  root,
  print,
  values,
}: {
  root: string;
  print: (line: string) => void;
  values: AdminValues;
}): Promise<void> {
  const { email, name, password } = values;
  if (!isEmailAddress(emailSpelling(email)))
    throw new StartError('invalidSettings', '--email must be an e-mail address.');
  if (name !== undefined && !isName(name))
    throw new StartError(
      'invalidSettings',
      `--name must be a name that can be shown, of at most ${NAME_MAX} characters.`,
    );
  if (password !== undefined && !isPasswordLength(password))
    throw new StartError('invalidSettings', '--password must have 6 to 256 characters.');
  const made = await withDatabase(root, (work) =>
    addAdmin(work, {
      email,
      name: name?.normalize('NFC').trim() || work.config.adminName,
      password: password ?? null,
    }),
  );
  if (!made) throw new StartError('invalidSettings', `An account with the address ${email} already exists.`);
  print(
    made.password === null
      ? `Admin ${made.email} was made.`
      : `Admin ${made.email} was made, with the password ${made.password} (shown only now).`,
  );
}
