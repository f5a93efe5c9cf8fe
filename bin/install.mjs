// Installs packages before `npm start`, since Node is one of them. Any Node can read this file: see node-version.mjs.
import './node-version.mjs';

void import('./run.mjs').then(function (run) {
  return run.prepare();
});
