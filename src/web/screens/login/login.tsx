/** spec §2 Login. */
import { useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { SignIn } from '#contract/inputs';
import { signIn } from '../../auth.ts';
import { faultsOf, focusFirstFault, without, type Faults } from '../../form.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { signInMessage } from './outcome.ts';

type Field = 'email' | 'password';

/** `email` is known when somebody comes from registration. */
export function Login({ email, onJoin }: { email: string; onJoin: () => void }) {
  const [typed, setTyped] = useState({ email, password: '' });
  const [faults, setFaults] = useState<Faults<Field>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const edit = (field: Field) => (text: string) => {
    setTyped({ ...typed, [field]: text });
    setFaults(without(faults, field));
    setProblem(null);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (working) return;
    const found = faultsOf(SignIn, typed);
    flushSync(() => {
      setFaults(found);
      setProblem(null);
    });
    if (Object.keys(found).length > 0) return focusFirstFault(form.current);
    setWorking(true);
    const answer = await signIn(typed);
    if (answer.ok) return;
    flushSync(() => {
      setWorking(false);
      setProblem(signInMessage(answer.failure));
    });
    form.current?.querySelector<HTMLInputElement>('input[name=password]')?.focus();
  };

  return (
    <>
      <h1 className="text-center text-xl font-semibold">Good to See You!</h1>
      <p className="mt-1 text-center text-muted">Don't forget to Clock-In</p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6 flex flex-col gap-4">
        <TextField label="Email" name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="off" spellCheck={false} value={typed.email} error={faults.email} onChange={edit('email')} />
        <PasswordField label="Password" name="password" autoComplete="current-password" value={typed.password} error={faults.password} onChange={edit('password')} />
        <div role="alert" className="empty:-mt-4">{problem !== null && <Banner tone="danger" title={problem} />}</div>
        <Button look="primary" type="submit" disabled={working} working={working} className="w-full">Sign In</Button>
      </form>
      <p className="mt-6 flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
        New here?
        <Button look="quiet" size="inline" onClick={onJoin}>Create account</Button>
      </p>
    </>
  );
}
