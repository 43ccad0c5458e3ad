<?php
/** Makes the test wiki's accounts, as told by the JSON in TEST_ACCOUNTS. */

use MediaWiki\Auth\AuthManager;
use MediaWiki\MediaWikiServices;

require_once getenv( 'TEST_MEDIAWIKI' ) . '/maintenance/Maintenance.php';

class MakeAccounts extends Maintenance {
	public function execute() {
		$accounts = json_decode( getenv( 'TEST_ACCOUNTS' ), true );
		foreach ( $accounts['people'] as $name => $password ) {
			$this->makePerson( $name, $password );
		}
		$bot = $accounts['bot'];
		$user = $this->makePerson( $bot['account'], $bot['account_password'] );
		MediaWikiServices::getInstance()->getUserGroupManager()->addUserToGroup( $user, 'bot' );
		$this->makeBotPassword( $bot );
	}

	private function makePerson( string $name, string $password ): User {
		$services = MediaWikiServices::getInstance();
		$user = $services->getUserFactory()->newFromName( $name );
		$source = AuthManager::AUTOCREATE_SOURCE_MAINT;
		$this->check( $services->getAuthManager()->autoCreateUser( $user, $source, false ) );
		$secrets = [ 'username' => $user->getName(), 'password' => $password, 'retype' => $password ];
		$this->check( $user->changeAuthenticationData( $secrets ) );
		SiteStatsUpdate::factory( [ 'users' => 1 ] )->doUpdate();
		return $user;
	}

	private function makeBotPassword( array $bot ): void {
		$password = MediaWikiServices::getInstance()->getPasswordFactory()->newFromPlaintext( $bot['password'] );
		$botPassword = BotPassword::newUnsaved(
			[ 'username' => $bot['account'], 'appId' => $bot['application'], 'grants' => $bot['grants'] ] );
		$this->check( $botPassword->save( 'insert', $password ) );
	}

	private function check( $status ): void {
		if ( !$status->isGood() ) {
			$this->fatalError( (string)$status );
		}
	}
}

$maintClass = MakeAccounts::class;
require_once RUN_MAINTENANCE_IF_MAIN;
