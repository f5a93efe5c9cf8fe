/** User actions that several tests share. */
import type { Screen } from './screen.ts';

export const EMPLOYEE = { name: 'Maya Gurung', email: 'maya@browsers.example', password: 'six-letters' };

/** Registers in three steps, up to the sign-in page. */
export async function register(screen: Screen): Promise<void> {
  await screen.press('button', 'Create account');
  await screen.fill('Full Name', EMPLOYEE.name);
  await screen.fill('Email', EMPLOYEE.email);
  await screen.press('button', 'Continue');
  await screen.choose('Studio', 'Corporate');
  await screen.choose('Hub', 'Branding');
  await screen.choose('Position', 'Lead');
  await screen.press('button', 'Continue');
  await screen.fill('Password', EMPLOYEE.password);
  await screen.fill('Confirm Password', EMPLOYEE.password);
  await screen.press('button', 'Create Account');
  await screen.sees('Account Created!', `Welcome to the team, ${EMPLOYEE.name}!`);
  await screen.press('button', 'Go to Login');
}

export async function signIn(
  screen: Screen,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await screen.fill('Email', email);
  await screen.fill('Password', password);
  await screen.press('button', 'Sign In');
  await screen.sees('Welcome back');
}

export async function signOut(screen: Screen): Promise<void> {
  await screen.press('button', 'User menu', false);
  await screen.press('menuitem', 'Sign Out');
  await screen.sees('Good to See You!');
}
