import { loginOf } from './login.ts';

describe('the login status', () => {
  it.each([
    ['API key configured - sk-abc***xyz\nAuthentication is checked when you send a request.', 0, 'api_key'],
    ['Logged in using an API key - sk-abc***xyz', 0, 'api_key'],
    ['Logged in using ChatGPT', 0, 'chatgpt'],
    ['Not logged in', 1, 'none'],
    ['Not logged in', 0, 'none'],
    ['Logged in using ChatGPT', 1, 'none'],
    ['Error checking login status: invalid credential JSON', 1, 'none'],
    ['', 0, 'none'],
  ] as const)('%j with exit %d is %s', (output, code, login) => {
    expect(loginOf(output, code)).toBe(login);
  });
});
