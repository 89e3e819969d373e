import { redirect } from 'next/navigation';

/** Redirects to the sessions. */
const Home = () => redirect('/sessions');

export default Home;
